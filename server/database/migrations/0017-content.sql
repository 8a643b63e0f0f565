-- Articles: what the public pages show stays in `article`; what is being written lies in versions ----------------------
alter table article
  drop constraint article_state_check,
  drop constraint article_check,
  add check (state in ('draft', 'published', 'archived')),
  add constraint article_published_once check (state <> 'published' or published_at is not null),
  -- The version that is worked on, and the one that was last published.
  add column revision integer not null default 1,
  add column published_revision integer not null default 1,
  -- When the version that is worked on goes public by itself.
  add column publish_at timestamptz(3),
  add column scheduled_by text,
  add check (publish_at is null or state <> 'archived'),
  add check ((publish_at is null) = (scheduled_by is null));

-- Every save is one. An article that nobody has edited since it was put in by other means has none: it is its own.
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

-- Where a published article was before; such an address leads on to the present one.
create table article_address (
  slug text primary key,
  article_id uuid not null references article on delete cascade
);
create index on article_address (article_id);

-- Agreements -----------------------------------------------------------------------------------------------------------
create table terms_version (
  id uuid primary key default uuidv7(),
  which text not null check (which in ('service', 'private')),
  version text not null check (version ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,29}$'),
  -- In force from the beginning of this day in China.
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

-- What people have agreed to is kept as it was.
create function keep_published_terms() returns trigger language plpgsql as $$
begin
  if old.state = 'published' then raise exception 'published terms are not changed'; end if;
  return coalesce(new, old);
end $$;
create trigger keep_published_terms before update or delete on terms_version
  for each row execute function keep_published_terms();

-- Announcements --------------------------------------------------------------------------------------------------------
create table announcement (
  id uuid primary key default uuidv7(),
  title text not null,
  text text not null,
  level text not null check (level in ('info', 'warning')),
  place text not null check (place in ('site', 'console', 'both')),
  starts_at timestamptz(3) not null,
  -- Null: until it is withdrawn.
  ends_at timestamptz(3),
  state text not null default 'draft' check (state in ('draft', 'published', 'withdrawn')),
  revision integer not null default 1,
  saved_by text not null,
  saved_at timestamptz(3) not null default now(),
  check (ends_at > starts_at)
);
create index on announcement (ends_at) where state = 'published';

do $$
declare shown text;
begin
  foreach shown in array array['terms_version', 'announcement'] loop
    execute format('create trigger site_changed after insert or update or delete or truncate on %I for each statement execute function public_site_changed()', shown);
  end loop;
end $$;
