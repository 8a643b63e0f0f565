-- works with 0900
-- The PostgreSQL cluster and the timeline that the portal last found its data on. Another one means that a standby was promoted, or
-- that somebody restored the database by its own tools. Null is written at the next look.
alter table installation add column cluster text;
