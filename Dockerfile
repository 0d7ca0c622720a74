# The service alone; it keeps its graph in the Neo4j that NEO4J_URI names. docker-compose.yml starts both.
# It asks for credentials: those of LINEAGE_ADMIN_TOKEN, of tokens made by `lineage token create` on the same Neo4j, or by OpenID.
FROM python:3.11-slim AS build
WORKDIR /src
RUN python -m venv /opt/lineage
COPY pyproject.toml README.md LICENSE ./
COPY cypher cypher
COPY lineage lineage
RUN /opt/lineage/bin/pip install --no-cache-dir .

FROM python:3.11-slim
RUN useradd --system --uid 10001 --create-home lineage
COPY --from=build /opt/lineage /opt/lineage
ENV PATH=/opt/lineage/bin:$PATH PYTHONUNBUFFERED=1
USER 10001
WORKDIR /home/lineage
EXPOSE 8000
# urlopen raises, and the check fails, at any status but success. A proxy of the environment must not be asked for loopback.
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s --retries=3 \
    CMD ["python", "-c", "from urllib.request import ProxyHandler, build_opener; build_opener(ProxyHandler({})).open('http://127.0.0.1:8000/health/ready', timeout=5)"]
ENTRYPOINT ["lineage"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
