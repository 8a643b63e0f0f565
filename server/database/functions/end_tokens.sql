-- A token has its creator's authority, so any statement that ends the authority ends the token. It stays ended if the creator
-- manages the company again.
create or replace function end_tokens() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  with ended as (
    update api_token set ended_at = now(), end_reason = 'maker'
    where company_id = old.company_id and employee_id = old.id and ended_at is null
    returning id, name
  )
  insert into activity (company_id, actor_kind, actor_name, action, subject_id, subject_name, detail)
  select old.company_id, 'system', '系统', 'token.ended', id, name, '创建者不再是企业的管理员' from ended;
  return null;
end $$;

create or replace trigger end_tokens after update of role, state on employee for each row
  when (old.role <> 'employee' and old.state = 'active' and (new.role = 'employee' or new.state <> 'active'))
  execute function end_tokens();
create or replace trigger end_tokens_of_removed after delete on employee for each row
  when (old.role <> 'employee') execute function end_tokens();
