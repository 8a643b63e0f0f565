import sql from 'sql-template-tag'

/** Matches an `employee` who has agreed to belong to the company; a company may list anybody. */
export const isJoined = sql`employee.state in ('active', 'disabled')`
