-- works with 0442
-- concurrently
-- A passport asks for the open connections of one address, not for those of the whole company.
drop index concurrently if exists open_connection_of_address;
create index concurrently open_connection_of_address on connection (company_id, address) where ended_at is null;
drop index concurrently if exists open_connection;
