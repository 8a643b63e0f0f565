-- works with 0700
-- Why a gateway did not do a refund, which operators read; `note` is what the company may read: the bank's number or the reason of a
-- rejection. An older program still writes a failure into the note, which the next step of the refund clears.
alter table refund add column failure text not null default '';
update refund set failure = case when state = 'failed' then note else '' end, note = ''
where note <> '' and state <> 'rejected' and not (state = 'done' and note like '银行流水号 %');
