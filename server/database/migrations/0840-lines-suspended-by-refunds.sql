-- works with 0550
-- When a refund suspended the line: the reason beside it is only a text, which an operator may write as well. A rejection moves the
-- line's end on by the time since, and adds that time to `paused`, by which the days that were paid lie later.
alter table line add column refund_suspended_at timestamptz(3);
alter table line add column paused interval not null default '0';

update line set refund_suspended_at = (
    select max(refund.asked_at) from refund
    where refund.company_id = line.company_id and refund.order_id = line.order_id and refund.state in ('asked', 'sending', 'failed')
      and (refund.kind = 'requested' or exists (select from refund_item
        where refund_item.company_id = refund.company_id and refund_item.refund_id = refund.id and refund_item.line_id = line.id)))
  where state = 'suspended' and suspend_reason = '退款处理中';
