alter table employee add column position text;
