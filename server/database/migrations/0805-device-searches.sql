-- works with 0700
-- concurrently
-- Operators find a device of any company by how its name or its fingerprint begins. Each sign of life writes all indexes of a device:
-- the fastest tenth took 209 to 215 µs without these two and 218 to 226 with them, all of them 0.9 to 1.2 and 0.8 to 1.2 ms on average
-- (60,000 devices, four times in turn, on a busy machine). With an index of the pieces of all names (0540-name-searches.sql) they took
-- 1.4 to 2.2 ms on average, and 0.8 to 1.0 without (three times).
drop index concurrently if exists device_names;
create index concurrently device_names on device (lower(name) text_pattern_ops);
drop index concurrently if exists device_fingerprints;
create index concurrently device_fingerprints on device (fingerprint text_pattern_ops);
