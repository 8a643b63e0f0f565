-- What somebody gets who joins, or moves, under one name.
-- works with 0054
create table onboarding_template (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  name text not null,
  department_id uuid,
  days integer check (days > 0),
  device_limit integer check (device_limit >= 0),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint one_template_a_name unique (company_id, name),
  foreign key (company_id, department_id) references department on delete set null (department_id)
);
create index on onboarding_template (company_id, department_id) where department_id is not null;
create table onboarding_template_group (
  company_id uuid not null,
  template_id uuid not null,
  group_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, template_id, group_id),
  foreign key (company_id, template_id) references onboarding_template on delete cascade,
  constraint group_of_a_template foreign key (company_id, group_id) references line_group on delete cascade
);
create index on onboarding_template_group (company_id, group_id);
select keep_to_company(owned::regclass)
from unnest(array['onboarding_template', 'onboarding_template_group']) as owned;
