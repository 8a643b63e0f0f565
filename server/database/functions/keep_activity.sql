-- A company's activity cannot be shortened or emptied, nor its entries changed, except that each can be marked as undone once. Only
-- the system may remove an erased person's name, with the detail; a company's role may not.
create or replace function keep_activity() returns trigger language plpgsql as $$
begin raise exception 'activity is kept as written'; end $$;
create or replace trigger keep_activity before update on activity for each row
  when (old.undone_at is not null and (old.undone_at, old.undone_by) is distinct from (new.undone_at, new.undone_by)
    or (old.company_id, old.id, old.at, old.actor_kind, old.actor_id, old.action, old.subject_id, old.request_id, old.call,
        old.part_of, old.undo, old.undo_until, old.changed_fields)
      is distinct from (new.company_id, new.id, new.at, new.actor_kind, new.actor_id, new.action, new.subject_id,
        new.request_id, new.call, new.part_of, new.undo, new.undo_until, new.changed_fields))
  execute function keep_activity();
create or replace trigger keep_activity_rows before delete on activity for each row execute function keep_activity();
create or replace trigger keep_activity_whole before truncate on activity for each statement execute function keep_activity();
