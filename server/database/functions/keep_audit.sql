-- The audit log cannot be changed, shortened or emptied.
create or replace function keep_audit() returns trigger language plpgsql as $$
begin raise exception 'audit entries are kept as written'; end $$;
create or replace trigger keep_audit before update or delete on audit_entry for each row execute function keep_audit();
create or replace trigger keep_audit_whole before truncate on audit_entry for each statement execute function keep_audit();
