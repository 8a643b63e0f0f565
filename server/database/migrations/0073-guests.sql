-- A guest is somebody whose employment ends by itself.
-- works with 0054
alter table employee add column guest_until timestamptz(3);
create index on employee (guest_until) where guest_until is not null;
