-- Content --------------------------------------------------------------------------------------------------------------
create table article_category (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('help', 'guide')),
  slug text not null check (slug ~ '^[a-z0-9-]+$'),
  name text not null,
  sort integer not null,
  unique (kind, slug),
  unique (kind, name)
);

create table article (
  id uuid primary key default uuidv7(),
  category_id uuid not null references article_category,
  slug text not null unique check (slug ~ '^[a-z0-9-]+$'),
  title text not null,
  summary text not null,
  keywords text not null default '',
  markdown text not null,
  sort integer not null default 0,
  state text not null default 'draft' check (state in ('draft', 'published')),
  published_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (state = 'draft' or published_at is not null)
);
create index on article (category_id, sort, id);
create index on article using gin ((title || ' ' || summary || ' ' || keywords || ' ' || markdown) gin_trgm_ops);

create table article_vote (
  article_id uuid not null references article on delete cascade,
  voter_hash bytea not null,
  useful boolean not null,
  voted_at timestamptz(3) not null default now(),
  primary key (article_id, voter_hash)
);

create table installer (
  id uuid primary key default uuidv7(),
  -- 1 Windows, 2 Android, 4 Mac, as the clients count.
  client_type integer not null check (client_type in (1, 2, 4)),
  version text not null,
  file_id uuid references stored_file,
  -- Where it lies when it is not one of our files.
  url text,
  size bigint not null check (size > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  notes text not null default '',
  force_update boolean not null default false,
  published_at timestamptz(3) not null default now(),
  check ((file_id is null) <> (url is null)),
  unique (client_type, version)
);
create index on installer (client_type, published_at desc);

-- Catalogue ------------------------------------------------------------------------------------------------------------
create table region (
  id uuid primary key default uuidv7(),
  code text not null unique check (code ~ '^[a-z0-9-]+$'),
  country text not null,
  city text not null,
  city_latin text not null,
  continent text not null,
  latitude numeric(7, 4) not null check (latitude between -90 and 90),
  longitude numeric(7, 4) not null check (longitude between -180 and 180),
  sort integer not null default 0,
  published boolean not null default true
);

create table access_way (
  id uuid primary key default uuidv7(),
  code text not null unique check (code ~ '^[a-z0-9-]+$'),
  name text not null,
  about text not null,
  sort integer not null default 0
);

create table category (
  id uuid primary key default uuidv7(),
  parent_id uuid references category,
  code text not null unique check (code ~ '^[a-z0-9-]+$'),
  name text not null,
  about text not null default '',
  sort integer not null default 0
);

create table goods (
  id uuid primary key default uuidv7(),
  category_id uuid not null references category,
  code text not null unique check (code ~ '^[a-z0-9-]+$'),
  name text not null,
  about text not null default '',
  published boolean not null default true,
  sort integer not null default 0
);
create index on goods (category_id, sort);

create table sku (
  id uuid primary key default uuidv7(),
  goods_id uuid not null references goods,
  region_id uuid references region,
  access_way_id uuid references access_way,
  -- Mbit/s; null for goods without a line.
  bandwidth integer check (bandwidth > 0),
  -- Fen a unit for 30 days; a unit is one line, or one person's hours.
  price integer not null check (price >= 0),
  list_price integer not null,
  published boolean not null default true,
  check (list_price >= price),
  unique nulls not distinct (goods_id, region_id, access_way_id, bandwidth)
);

create table package_type (
  id uuid primary key default uuidv7(),
  category_id uuid not null references category,
  days integer not null check (days > 0),
  -- Percent off the 30-day price times days / 30.
  discount_percent integer not null default 0 check (discount_percent between 0 and 90),
  sort integer not null default 0,
  unique (category_id, days)
);

-- Page caches of every replica are dropped when what the pages show changes.
create function public_site_changed() returns trigger language plpgsql as $$
begin perform pg_notify('site', tg_table_name); return null; end $$;
do $$
declare shown text;
begin
  foreach shown in array array['article_category', 'article', 'installer', 'region', 'access_way', 'category', 'goods', 'sku', 'package_type', 'channel', 'industry'] loop
    execute format('create trigger site_changed after insert or update or delete or truncate on %I for each statement execute function public_site_changed()', shown);
  end loop;
end $$;
