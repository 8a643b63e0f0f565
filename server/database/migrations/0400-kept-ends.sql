-- works with 0360
-- Up to where the end of a company's chain is kept in the file storage (docs/decisions/0050-links-at-once.md).
alter table connection_chain add column kept_number bigint not null default 0;
