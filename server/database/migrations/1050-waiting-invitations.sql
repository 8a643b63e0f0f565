-- works with 0951
-- Invited people whose text message exceeded the day's budget. It is sent on a later day, unless they answer before.
create table waiting_invitation (
  company_id uuid not null references company,
  employee_id uuid not null,
  primary key (company_id, employee_id),
  foreign key (company_id, employee_id) references employee on delete cascade
);
select keep_to_company('waiting_invitation');
