-- When somebody ended the tour of the console, so that it is offered at the first entry alone. Who has an account by now knows the
-- console.
-- works with 0399
alter table account add column toured_at timestamptz(3) default now();
alter table account alter column toured_at drop default;
