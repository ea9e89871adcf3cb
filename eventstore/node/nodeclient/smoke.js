// Usage: node smoke.js <connection string>. Exits with 0 if everything the
// official Node client does here works against the node.
const assert = require("node:assert/strict");
const {
  EventStoreDBClient, jsonEvent, binaryEvent, persistentSubscriptionToStreamSettingsFromDefaults,
  streamNameFilter, excludeSystemEvents, eventTypeFilter,
  NO_STREAM, STREAM_EXISTS, START, END, BACKWARDS,
  WrongExpectedVersionError, StreamNotFoundError, StreamDeletedError, MaxAppendSizeExceededError,
  PersistentSubscriptionExistsError, PersistentSubscriptionDoesNotExistError,
} = require("@eventstore/db-client");

const client = EventStoreDBClient.connectionString(process.argv[2]);
const make = (n) => jsonEvent({ type: "made", data: { n }, metadata: { from: "smoke" } });

async function collect(events) {
  const list = [];
  for await (const resolved of events) list.push(resolved.event);
  return list;
}

// take resolves with the first count events of a subscription.
function take(subscription, count) {
  return new Promise((resolve, reject) => {
    const list = [];
    subscription.on("error", reject);
    subscription.on("data", (resolved) => {
      list.push(resolved.event);
      if (list.length === count) resolve(list);
    });
  });
}

async function appendAndRead() {
  // Without credentials this client uses BatchAppend if the server has it.
  const capabilities = await client.capabilities;
  assert.ok(capabilities.supports({ path: "/event_store.client.streams.Streams/BatchAppend" }));
  const first = await client.appendToStream("orders-1", [make(0), make(1)], { expectedRevision: NO_STREAM });
  assert.equal(first.success, true);
  assert.equal(first.nextExpectedRevision, 1n);
  assert.ok(first.position.commit > 0n);
  const repeated = make(2);
  const once = await client.appendToStream("orders-1", repeated, { expectedRevision: 1n });
  const twice = await client.appendToStream("orders-1", repeated, { expectedRevision: 1n });
  assert.deepEqual(once, twice);
  await client.appendToStream("orders-1", binaryEvent({ type: "raw", data: Buffer.from([0, 255, 7]) }));
  await assert.rejects(client.appendToStream("orders-1", make(9), { expectedRevision: NO_STREAM }), WrongExpectedVersionError);
  await assert.rejects(
    client.appendToStream("orders-1", binaryEvent({ type: "huge", data: Buffer.alloc(2 << 20) })),
    MaxAppendSizeExceededError);

  const forwards = await collect(client.readStream("orders-1", { fromRevision: START }));
  assert.deepEqual(forwards.map((e) => e.revision), [0n, 1n, 2n, 3n]);
  assert.deepEqual(forwards[0].data, { n: 0 });
  assert.deepEqual(forwards[0].metadata, { from: "smoke" });
  assert.deepEqual([...forwards[3].data], [0, 255, 7]);
  assert.ok(forwards[0].created > new Date(2020, 0) && forwards[0].created < new Date(Date.now() + 1000));
  const backwards = await collect(client.readStream("orders-1", { fromRevision: END, direction: BACKWARDS, maxCount: 2 }));
  assert.deepEqual(backwards.map((e) => e.revision), [3n, 2n]);
  await assert.rejects(collect(client.readStream("missing")), StreamNotFoundError);

  // Many at once share the one call.
  const results = await Promise.all([...Array(200).keys()].map((i) => client.appendToStream(`many-${i}`, make(i), { expectedRevision: NO_STREAM })));
  assert.ok(results.every((r) => r.success && r.nextExpectedRevision === 0n));
  assert.equal(new Set(results.map((r) => r.position.commit)).size, 200);
  const all = await collect(client.readAll({ maxCount: 1000 }));
  assert.equal(all.filter((e) => e.streamId.startsWith("many-")).length, 200);
}

async function metadataAndDelete() {
  await client.appendToStream("short-1", [make(0), make(1), make(2)]);
  await client.setStreamMetadata("short-1", { maxCount: 2, owner: "smoke" });
  const { metadata } = await client.getStreamMetadata("short-1");
  assert.equal(metadata.maxCount, 2);
  assert.equal(metadata.owner, "smoke");
  assert.deepEqual((await collect(client.readStream("short-1"))).map((e) => e.revision), [1n, 2n]);
  const deleted = await client.deleteStream("short-1", { expectedRevision: 2n });
  assert.ok(deleted.position.commit > 0n);
  await assert.rejects(collect(client.readStream("short-1")), StreamNotFoundError);
  const again = await client.appendToStream("short-1", make(3), { expectedRevision: NO_STREAM });
  assert.equal(again.nextExpectedRevision, 3n);
  await client.tombstoneStream("short-1");
  await assert.rejects(collect(client.readStream("short-1")), StreamDeletedError);
  await assert.rejects(client.appendToStream("short-1", make(4)), StreamDeletedError);
}

async function subscribe() {
  const stream = client.subscribeToStream("live-1", { fromRevision: START });
  const seen = take(stream, 3);
  await client.appendToStream("live-1", [make(0), make(1)]);
  await client.appendToStream("live-1", make(2), { expectedRevision: STREAM_EXISTS });
  assert.deepEqual((await seen).map((e) => e.revision), [0n, 1n, 2n]);
  await stream.unsubscribe();

  const checkpoints = [];
  const filtered = client.subscribeToAll({
    fromPosition: START,
    filter: streamNameFilter({
      prefixes: ["live-"], maxSearchWindow: 10, checkpointInterval: 2,
      checkpointReached: async (_, position) => { checkpoints.push(position.commit); },
    }),
  });
  assert.deepEqual((await take(filtered, 3)).map((e) => e.data.n), [0, 1, 2]);
  assert.ok(checkpoints.length >= 10, `${checkpoints.length} checkpoints`);
  await filtered.unsubscribe();

  for (const filter of [excludeSystemEvents(), eventTypeFilter({ regex: "^ma" })]) {
    const all = client.subscribeToAll({ fromPosition: START, filter });
    assert.ok((await take(all, 5)).every((e) => !e.type.startsWith("$")));
    await all.unsubscribe();
  }
}

async function persistent() {
  const settings = persistentSubscriptionToStreamSettingsFromDefaults({ startFrom: START });
  await client.createPersistentSubscriptionToStream("orders-1", "workers", settings);
  await assert.rejects(client.createPersistentSubscriptionToStream("orders-1", "workers", settings), PersistentSubscriptionExistsError);
  const consumer = client.subscribeToPersistentSubscriptionToStream("orders-1", "workers", { bufferSize: 2 });
  const seen = [];
  for await (const resolved of consumer) {
    seen.push(resolved.event.revision);
    await consumer.ack(resolved);
    if (seen.length === 4) break;
  }
  assert.deepEqual(seen, [0n, 1n, 2n, 3n]);
  const info = await client.getPersistentSubscriptionToStreamInfo("orders-1", "workers");
  assert.equal(info.groupName, "workers");
  await client.deletePersistentSubscriptionToStream("orders-1", "workers");
  await assert.rejects(client.deletePersistentSubscriptionToStream("orders-1", "workers"), PersistentSubscriptionDoesNotExistError);
}

async function main() {
  for (const step of [appendAndRead, metadataAndDelete, subscribe, persistent]) {
    await step();
    console.log("ok", step.name);
  }
  await client.dispose();
}

main().then(() => process.exit(0), (error) => {
  console.error(error);
  process.exit(1);
});
