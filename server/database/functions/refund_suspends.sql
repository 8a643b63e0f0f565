-- A program from before migration 0840 marks a line suspended by a refund only by the reason. While one runs beside newer programs,
-- this records the suspension for it once the refund is written, and clears it when the line is resumed or released; later programs
-- do so themselves. Remove this once no program older than 0840 runs any more.
create or replace function refund_suspends() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'refund' then
    update line set refund_suspended_at = new.asked_at
      where company_id = new.company_id and order_id = new.order_id
        and state = 'suspended' and suspend_reason = '退款处理中' and refund_suspended_at is null;
  else
    update line set refund_suspended_at = now()
      where company_id = new.company_id and id = new.line_id
        and state = 'suspended' and suspend_reason = '退款处理中' and refund_suspended_at is null;
  end if;
  return null;
end $$;
create or replace trigger refund_suspends after insert on refund for each row when (new.kind = 'requested')
  execute function refund_suspends();
create or replace trigger refund_suspends after insert on refund_item for each row when (new.line_id is not null)
  execute function refund_suspends();

create or replace function refund_suspends_no_more() returns trigger language plpgsql as $$
begin
  new.refund_suspended_at := null;
  return new;
end $$;
create or replace trigger refund_suspends_no_more before update of state on line for each row
  when (new.state <> 'suspended' and new.refund_suspended_at is not null)
  execute function refund_suspends_no_more();
