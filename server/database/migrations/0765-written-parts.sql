-- works with 0700
-- The names, phones and addresses of a person as the directory's client has written them (SCIM): it compares what is answered with its
-- own, and a PATCH changes one part of them. Null for everybody whom no client has written since, and for the other kinds of directories.
alter table directory_person add column written jsonb;
