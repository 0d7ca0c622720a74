"""W3C PROV-JSON (https://www.w3.org/submissions/prov-json/): what was made by what, from what, and by whom."""
