// Makes what an import asks for an index seek: threads that wait for their parent, and the provider threads of native sessions.
// params: none
// returns: nothing
CREATE INDEX thread_awaited IF NOT EXISTS FOR (n:Thread) ON (n.workspace, n.awaitedParentId);
CREATE INDEX provider_thread_native_ref IF NOT EXISTS FOR (n:ProviderThread) ON (n.workspace, n.nativeThreadRef);
