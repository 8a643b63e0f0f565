-- works with 0700
-- Whoever is put on a company's list is looked for in its directory by the phone.
create index on directory_person (company_id, phone);
