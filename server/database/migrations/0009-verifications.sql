-- The verifications of people and companies.

create table identity_verification (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account,
  kind text not null check (kind in ('person', 'company')),
  state text not null default 'under_review' check (state in ('under_review', 'approved', 'rejected')),
  person_name text not null,
  -- AES-256-GCM. The hash finds a number that is in use without opening any.
  id_number_sealed bytea not null,
  id_number_hash bytea not null,
  id_number_masked text not null,
  company_name text,
  credit_code text,
  industry_id uuid references industry,
  address text,
  licence_file_id uuid references stored_file,
  -- What a checking service has said of a name and its number, for the reviewer; null where none was asked.
  check_result text check (check_result in ('match', 'undecided')),
  checked_by text,
  reason text,
  reviewer text,
  created_at timestamptz(3) not null default now(),
  reviewed_at timestamptz(3),
  -- The verification of a company is evidence that outlives its owner's part in it. Once this is set it is the company's alone: the
  -- account may submit another, and counts as verified by none.
  claim_ended_at timestamptz(3),
  check (kind = 'person' or (company_name is not null and credit_code is not null)),
  check ((state = 'under_review') = (reviewed_at is null)),
  check (state <> 'rejected' or reason is not null),
  check ((check_result is null) = (checked_by is null))
);
create index on identity_verification (account_id, created_at desc);
-- An account has one undecided or approved verification, and a person's number has one approved account.
create unique index identity_verification_claims on identity_verification (account_id)
  where state in ('under_review', 'approved') and claim_ended_at is null;
create unique index on identity_verification (id_number_hash) where state = 'approved' and kind = 'person';
-- What reviewers list: those that wait, those that are decided, those of one state.
create index on identity_verification (created_at) where state = 'under_review';
create index on identity_verification (created_at desc, id desc) where state <> 'under_review';
create index on identity_verification (state, created_at desc, id desc);
-- A review looks for others with the same code or of the same person.
create index on identity_verification (credit_code) where credit_code is not null;
create index on identity_verification (id_number_hash) where state = 'approved';
-- The verification of a company is found after its owner has changed, too.
create index on identity_verification (credit_code) where kind = 'company' and state = 'approved';
-- Files that nothing refers to are removed, so each is looked for where it could be referred to.
create index on identity_verification (licence_file_id) where licence_file_id is not null;
-- Operators search the texts of all companies.
create index verification_search on identity_verification
  using gin (company_pieces('00000000-0000-0000-0000-000000000000', company_name, person_name))
  with (gin_pending_list_limit = 256);
