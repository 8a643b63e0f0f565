-- works with 0054
-- What is to be announced. A NOTIFY takes one lock of the whole server until its commit is through, so writers only leave a
-- row here, and one of the replicas announces all of them together (server/database/pending-notifications.ts). After a crash of
-- the server the table is empty: every connection was lost with it, and who listens looks at everything again. The replicas of
-- an older program announce nothing; while only such run, clients learn of a change when they ask the next time.
create unlogged table pending_notification (
  company_id uuid not null,
  channel text not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
-- The triggers run as whoever writes. A company's connection leaves rows of its own, and neither sees nor takes back any.
select keep_to_company('pending_notification', 'insert');
