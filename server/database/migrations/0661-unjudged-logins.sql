-- works with 0601
-- The company's rules for logins did not apply when it was opened, because its holder was disabled or the company frozen: it is over
-- once they do.
alter table session add column unjudged boolean not null default false;
