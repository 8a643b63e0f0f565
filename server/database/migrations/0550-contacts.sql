-- works with 0541
-- concurrently
-- Whoever erases their account is no company's contact any more (docs/decisions/0008-erasure.md).
drop index concurrently if exists company_contact_phone_idx;
create index concurrently company_contact_phone_idx on company (contact_phone);
