-- A company's directory of people (docs/decisions/0024-directory.md): what it says is kept as it says it, and brought about
-- from there.
create table directory (
  company_id uuid not null references company,
  source text not null check (source in ('scim', 'wecom', 'dingtalk', 'feishu')),
  -- Until a manager has seen the plan and accepted it, nothing but these tables changes.
  state text not null default 'planned' check (state in ('planned', 'active')),
  -- What the directory says of a person that nobody else changes: name, job_number, position, department.
  owns text[] not null,
  -- What becomes of somebody who leaves.
  leaver text not null check (leaver in ('disable', 'remove')),
  -- Who takes over: nobody, the superior in the directory, or this employee where there is none.
  successor text not null check (successor in ('none', 'superior', 'person')),
  successor_id uuid,
  created_at timestamptz(3) not null default now(),
  -- When everything was last compared, and why it could not be.
  compared_at timestamptz(3),
  problem text,
  primary key (company_id),
  foreign key (company_id, successor_id) references employee (company_id, id) on delete set null (successor_id),
  check (successor = 'person' or successor_id is null)
);
select keep_to_company('directory');

create table directory_department (
  company_id uuid not null,
  -- The directory's own id of it.
  external_id text not null,
  parent_external_id text,
  name text not null,
  -- What a SCIM client knows it by.
  client_id text,
  -- Where it is here; null until it was brought about, and where it was deleted here.
  department_id uuid,
  gone boolean not null default false,
  -- When the provider was asked for what is kept here: an answer to an older question changes nothing.
  asked_at timestamptz not null default '-infinity',
  created_at timestamptz(3) not null default now(),
  changed_at timestamptz(3) not null default now(),
  primary key (company_id, external_id),
  foreign key (company_id) references directory (company_id) on delete cascade,
  foreign key (company_id, department_id) references department (company_id, id) on delete set null (department_id)
);
create unique index on directory_department (company_id, department_id);
select keep_to_company('directory_department');

create table directory_person (
  company_id uuid not null,
  external_id text not null,
  user_name text not null,
  client_id text,
  name text not null,
  phone text,
  mail text,
  job_number text,
  position text,
  department_external_id text,
  superior_external_id text,
  -- Belongs to the company, as the directory says.
  active boolean not null,
  -- The directory has the person no longer; whoever comes back is the same.
  gone boolean not null default false,
  -- Whom the person is here.
  employee_id uuid,
  -- The person has been put on the list once: whoever a manager has removed since, or who has left, stays away.
  placed boolean not null default false,
  -- The directory has disabled the person here, so that it may enable them again; whom a manager has disabled stays so.
  held boolean not null default false,
  -- A manager has enabled whom the directory had disabled: it lets them go again only after it has had them back.
  overruled boolean not null default false,
  -- The names, phones and addresses of the person as the directory's client has written them (SCIM): it compares what is answered with
  -- its own, and a PATCH changes one part of them. Null for everybody whom no client has written, and for the other kinds of
  -- directories.
  written jsonb,
  -- Why it could not be brought about.
  problem text,
  -- As of a department.
  asked_at timestamptz not null default '-infinity',
  created_at timestamptz(3) not null default now(),
  changed_at timestamptz(3) not null default now(),
  primary key (company_id, external_id),
  check (not (gone and active)),
  foreign key (company_id) references directory (company_id) on delete cascade,
  foreign key (company_id, employee_id) references employee (company_id, id) on delete set null (employee_id)
);
create unique index on directory_person (company_id, lower(user_name));
create unique index on directory_person (company_id, employee_id);
-- Whoever is put on a company's list is looked for by the phone.
create index on directory_person (company_id, phone);
select keep_to_company('directory_person');

-- Who is in which department, as SCIM's groups have it. A person's department is the one that was added last.
create table directory_member (
  company_id uuid not null,
  department_external_id text not null,
  person_external_id text not null,
  position bigint not null generated always as identity,
  primary key (company_id, department_external_id, person_external_id),
  foreign key (company_id, department_external_id) references directory_department on delete cascade,
  foreign key (company_id, person_external_id) references directory_person on delete cascade
);
create index on directory_member (company_id, person_external_id);
select keep_to_company('directory_member');

-- Directories that are read from 企业微信, 钉钉 and 飞书 (docs/decisions/0028-directory-providers.md).
create table directory_provider (
  company_id uuid not null references directory on delete cascade,
  -- The company's id at the provider, and the application's.
  tenant text not null,
  client_id text not null,
  -- The application's secret, and the token and key of its callbacks, as sealed JSON.
  secrets_sealed bytea not null,
  has_callback boolean not null,
  -- Since when it is being read; null while it is not.
  reading_since timestamptz(3),
  read_at timestamptz(3),
  -- Why it could not be read the last time.
  problem text,
  primary key (company_id)
);
select keep_to_company('directory_provider');

-- What a callback has named, to be looked at again. The mark changes with each callback, so that one which comes while the
-- provider is being asked is not taken for answered.
create table directory_hint (
  company_id uuid not null references directory_provider on delete cascade,
  kind text not null check (kind in ('person', 'department')),
  external_id text not null,
  mark uuid not null default gen_random_uuid(),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, kind, external_id)
);
select keep_to_company('directory_hint');
