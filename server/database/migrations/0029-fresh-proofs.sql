-- When the holder last showed the password, and an operator with an authenticator the code: at the login, and whenever a
-- weighty act asks for it again. Sessions from before have to show it first.
alter table session add column proved_at timestamptz(3) not null default 'epoch';
alter table session alter column proved_at set default now();
alter table operator_session add column proved_at timestamptz(3) not null default 'epoch';
alter table operator_session alter column proved_at set default now();

-- How large the request is, in the unit of its kind; null where a kind has no size. It decides whether a confirmation takes
-- a fresh proof.
alter table approval add column value bigint;
