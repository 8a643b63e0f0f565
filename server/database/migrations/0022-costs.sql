-- A month's costs as they were when it was over (docs/decisions/0039-kept-costs.md). What changes afterwards does not change them;
-- the difference stands in the next month, named by the month that it corrects.
create table cost_month (
  company_id uuid not null references company,
  month date not null check (extract(day from month) = 1),
  -- Sums of the cells that correct nothing.
  hours_amount bigint not null,
  lines_amount bigint not null,
  closed_at timestamptz(3) not null default now(),
  -- Guard: a month is closed once, however many replicas begin with it.
  primary key (company_id, month)
);
select keep_to_company('cost_month', 'select');

-- People stand here by their ids only, so that whoever has an account erased needs no row changed.
create table cost_cell (
  company_id uuid not null,
  month date not null,
  position integer not null,
  kind text not null check (kind in ('hours', 'lines')),
  -- Zero where somebody used a line that cost nothing.
  amount bigint not null,
  line_id uuid,
  employee_id uuid,
  department_id uuid,
  -- The earlier month of which this is the difference.
  corrects date check (corrects < month),
  primary key (company_id, month, position),
  foreign key (company_id, month) references cost_month,
  foreign key (company_id, corrects) references cost_month
);
create index corrections on cost_cell (company_id) where corrects is not null;
select keep_to_company('cost_cell', 'select');
