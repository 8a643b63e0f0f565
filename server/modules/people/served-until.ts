import sql from 'sql-template-tag'

/** When the service of an employee ends: with the hours, or with a guest's employment if that is sooner. */
export const servedUntil = sql`case when employee.service_ends_at is null or employee.guest_until is null
  then employee.service_ends_at else least(employee.service_ends_at, employee.guest_until) end`
