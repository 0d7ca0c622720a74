"""From options to the settings and JVM arguments of the server."""

from pathlib import Path

from lineage.local.configuration import ServerOptions, jvm_arguments, server_settings


def test_the_server_listens_on_loopback_and_asks_for_a_password() -> None:
    settings = server_settings(ServerOptions(port=7700))
    assert settings["server.bolt.listen_address"] == "127.0.0.1:7700"
    assert settings["dbms.security.auth_enabled"] == "true"
    assert settings["server.http.enabled"] == "false"


def test_memory_is_what_the_options_say() -> None:
    options = ServerOptions(heap="1g", page_cache="64m")
    assert server_settings(options)["server.memory.pagecache.size"] == "64m"
    assert "-Xmx1g" in jvm_arguments(options, data_dir=Path("/data"), java_version=25, ephemeral=True)


def test_settings_of_the_caller_win() -> None:
    settings = server_settings(ServerOptions(settings={"dbms.security.auth_enabled": "false", "db.checkpoint": "VOLUME"}))
    assert (settings["dbms.security.auth_enabled"], settings["db.checkpoint"]) == ("false", "VOLUME")


def test_an_argument_that_java_21_does_not_know_is_left_out_for_it() -> None:
    def arguments(java_version: int) -> list[str]:
        return jvm_arguments(ServerOptions(), data_dir=Path("/data"), java_version=java_version, ephemeral=True)

    assert set(arguments(25)) - set(arguments(21)) == {"--sun-misc-unsafe-memory-access=allow"}
