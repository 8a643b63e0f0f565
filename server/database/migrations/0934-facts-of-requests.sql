-- works with 0700
-- A digest of what a waiting request is about, in ids and amounts. Its summary is for people: the words of a newer program, or a
-- category's new name, must not make it another request. Null where the summary itself is compared.
alter table approval add column facts text;
