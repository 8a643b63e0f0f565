-- Articles, agreements, announcements and installers.

-- Articles -----------------------------------------------------------------------------------------------------------------
create table article_category (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('help', 'guide')),
  slug text not null check (slug ~ '^[a-z0-9-]+$'),
  name text not null,
  sort integer not null,
  unique (kind, slug),
  unique (kind, name)
);

-- What the public pages show. What is being written is in versions.
create table article (
  id uuid primary key default uuidv7(),
  category_id uuid not null references article_category,
  slug text not null unique check (slug ~ '^[a-z0-9-]+$'),
  title text not null,
  summary text not null,
  keywords text not null default '',
  markdown text not null,
  sort integer not null default 0,
  state text not null default 'draft' check (state in ('draft', 'published', 'archived')),
  -- The version that is being worked on, and the one that was last published.
  revision integer not null default 1,
  published_revision integer not null default 1,
  published_at timestamptz(3),
  -- When the version that is being worked on goes public by itself.
  publish_at timestamptz(3),
  scheduled_by text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint article_published_once check (state <> 'published' or published_at is not null),
  check (publish_at is null or state <> 'archived'),
  check ((publish_at is null) = (scheduled_by is null))
);
create index on article (category_id, sort, id);
create index on article using gin ((title || ' ' || summary || ' ' || keywords || ' ' || markdown) gin_trgm_ops);

-- Every save is a version. An article that nobody has edited since it was inserted by other means has none: it is its own.
create table article_version (
  article_id uuid not null references article on delete cascade,
  number integer not null,
  category_id uuid references article_category on delete set null,
  slug text not null check (slug ~ '^[a-z0-9-]+$'),
  title text not null,
  summary text not null,
  keywords text not null,
  markdown text not null,
  saved_by text not null,
  saved_at timestamptz(3) not null default now(),
  -- When it first went public.
  published_at timestamptz(3),
  primary key (article_id, number)
);
create index on article_version (category_id);

-- The addresses that a published article had before. They lead on to the present one.
create table article_address (
  slug text primary key,
  article_id uuid not null references article on delete cascade
);
create index on article_address (article_id);

create table article_vote (
  article_id uuid not null references article on delete cascade,
  voter_hash bytea not null,
  useful boolean not null,
  voted_at timestamptz(3) not null default now(),
  primary key (article_id, voter_hash)
);

-- Agreements ---------------------------------------------------------------------------------------------------------------
-- A published version stays as people have agreed to it: a trigger refuses changes (functions/keep_published_terms.sql). The template
-- of contracts is kept in versions, as the agreements are.
create table terms_version (
  id uuid primary key default uuidv7(),
  which text not null check (which in ('service', 'private', 'contract')),
  version text not null check (version ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,29}$'),
  -- It is in force from the beginning of this day in China.
  effective_on date not null,
  markdown text not null,
  state text not null default 'draft' check (state in ('draft', 'published')),
  revision integer not null default 1,
  saved_by text not null,
  saved_at timestamptz(3) not null default now(),
  published_by text,
  published_at timestamptz(3),
  check ((state = 'published') = (published_at is not null)),
  unique (which, version)
);

-- Announcements ------------------------------------------------------------------------------------------------------------
create table announcement (
  id uuid primary key default uuidv7(),
  title text not null,
  text text not null,
  level text not null check (level in ('info', 'warning')),
  place text not null check (place in ('site', 'console', 'both')),
  starts_at timestamptz(3) not null,
  -- Without an end it stands until it is withdrawn.
  ends_at timestamptz(3),
  state text not null default 'draft' check (state in ('draft', 'published', 'withdrawn')),
  revision integer not null default 1,
  saved_by text not null,
  saved_at timestamptz(3) not null default now(),
  check (ends_at > starts_at)
);
create index on announcement (ends_at) where state = 'published';

-- Installers ---------------------------------------------------------------------------------------------------------------
create table installer (
  id uuid primary key default uuidv7(),
  -- 1 Windows, 2 Android, 4 Mac: the clients' own numbers.
  client_type integer not null check (client_type in (1, 2, 4)),
  version text not null,
  file_id uuid references stored_file,
  -- The address of an installer that is not one of our files.
  url text,
  size bigint not null check (size > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  notes text not null default '',
  force_update boolean not null default false,
  published_at timestamptz(3) not null default now(),
  withdrawn_at timestamptz(3),
  check ((file_id is null) <> (url is null)),
  unique (client_type, version)
);
create index on installer (client_type, published_at desc);
create index on installer (file_id) where file_id is not null;
