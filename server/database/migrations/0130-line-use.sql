-- works with 0091
-- Who used which line on which day of China: what a line cost falls to those who really used it, however long the connections
-- themselves are kept. It is a summary like address_use.
create table line_use (
  company_id uuid not null references company,
  line_id uuid not null,
  employee_id uuid not null,
  day date not null,
  primary key (company_id, line_id, employee_id, day),
  foreign key (company_id, line_id) references line
);
create index on line_use (company_id, day);
create index on line_use (day);
select keep_to_company('line_use', 'select, insert');
insert into line_use (company_id, line_id, employee_id, day)
select distinct company_id, line_id, employee_id, (started_at at time zone 'Asia/Shanghai')::date
from connection where end_reason is distinct from 'refused';
