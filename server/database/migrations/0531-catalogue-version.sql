-- works with 0510
-- How often what orders are priced by has changed (functions/catalogue_changed.sql). An order says by which state it was priced,
-- and is not placed by another one, so a process may keep what it has read (docs/decisions/0076-kept-catalogue.md).
create table catalogue_version (
  single boolean primary key default true check (single),
  version integer not null default 0
);
insert into catalogue_version default values;
grant select on catalogue_version to portal_company;
