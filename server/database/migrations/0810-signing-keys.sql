-- works with 0700
-- The key that signed an end or a head of a chain (its 12 digits; empty before this was noted), so that what an older key has signed
-- is found and signed anew before that key is retired.
alter table connection_chain add column key_id text not null default '';
alter table connection_head add column key_id text not null default '';
