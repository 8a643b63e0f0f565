-- The order in which a company's own log system is told of its acts (docs/decisions/0029-log-lines.md). A number is given when the
-- system asks, so that an act which commits late gets a later one and is never passed over.
-- works with 0170
create table activity_line (
  company_id uuid not null references company,
  number bigint not null,
  activity_id uuid not null,
  primary key (company_id, number),
  unique (company_id, activity_id),
  foreign key (company_id, activity_id) references activity (company_id, id) on delete cascade
);
select keep_to_company('activity_line');
