-- works with 0550
-- A failure that is the phone's, or that of a message which came too late, says nothing of the provider.
alter table sms_message add column provider_fault boolean not null default true;
