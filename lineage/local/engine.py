"""Neo4j inside this process: JPype loads the JVM, Neo4j's own builder starts the server (design, section 9)."""

import shutil
from typing import Any

import jpype

from lineage.local import credentials, cypher, paths
from lineage.local.credentials import Credentials
from lineage.local.protocol import Launch

AVAILABLE_MILLISECONDS = 60_000


class Engine:
    """A running Neo4j. Making it starts it, and raises what Java raises when it does not start."""

    def __init__(self, launch: Launch) -> None:
        self._launch = launch
        self._copy_template()
        self._start_jvm()
        fresh = not (paths.data(launch.data_dir) / "databases" / "system").exists()
        known = None if fresh else credentials.load(launch.data_dir)
        self._configure()
        chosen = known or credentials.generate()
        if fresh:
            self._set_first_password(chosen)
        self._service = self._build()
        if known is None:
            if not fresh:
                self._replace_password(chosen)
            credentials.save(launch.data_dir, chosen)
        self.port = self._bolt_port()

    def shutdown(self) -> None:
        """Closes connections and databases in order."""
        self._service.shutdown()

    def _copy_template(self) -> None:
        """Gives a directory without a store a copy of the template, whole or not at all."""
        template, data = self._launch.template, paths.data(self._launch.data_dir)
        if template is None or not template.is_dir() or data.exists():
            return
        part = data.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        shutil.copytree(template, part)
        part.rename(data)

    def _start_jvm(self) -> None:
        scratch = self._launch.data_dir / "tmp"
        shutil.rmtree(scratch, ignore_errors=True)
        scratch.mkdir()
        jpype.startJVM(
            str(self._launch.jvm_library),
            *self._launch.jvm_arguments,
            classpath=[str(jar) for jar in self._launch.jars],
            convertStrings=False,
        )

    def _configure(self) -> None:
        lines = (f"{name}={value}\n" for name, value in self._launch.settings.items())
        (self._launch.data_dir / "neo4j.conf").write_text("".join(lines), encoding="utf-8")

    def _build(self) -> Any:
        builder = jpype.JClass("org.neo4j.dbms.api.DatabaseManagementServiceBuilder")(self._home())
        service = builder.loadPropertiesFromFile(self._home().resolve("neo4j.conf")).build()
        if not service.database("neo4j").isAvailable(AVAILABLE_MILLISECONDS):
            raise TimeoutError("the database neo4j did not become available")
        return service

    def _home(self) -> Any:
        return jpype.JClass("java.nio.file.Path").of(str(self._launch.data_dir))

    def _set_first_password(self, chosen: Credentials) -> None:
        """What `neo4j-admin dbms set-initial-password` does, so that Bolt never answers to the default password."""
        context = jpype.JClass("org.neo4j.cli.ExecutionContext")(self._home(), self._home())
        command = jpype.JClass("org.neo4j.commandline.admin.security.SetInitialPasswordCommand")(context)
        jpype.JClass("picocli.CommandLine")(command).parseArgs(chosen.password)
        command.call()

    def _replace_password(self, chosen: Credentials) -> None:
        """For a store whose credentials file is lost."""
        parameters = jpype.JClass("java.util.Map").of("username", chosen.username, "password", chosen.password)
        for statement in cypher.read("replace_password"):
            self._service.database("system").executeTransactionally(statement, parameters)

    def _bolt_port(self) -> int:
        resolver = self._service.database("system").getDependencyResolver()
        register = resolver.resolveDependency(jpype.JClass("org.neo4j.configuration.connectors.ConnectorPortRegister").class_)
        bolt = jpype.JClass("org.neo4j.configuration.connectors.ConnectorType").BOLT
        return int(register.getLocalAddress(bolt).getPort())
