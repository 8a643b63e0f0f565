import sql from 'sql-template-tag'

/** Selects the path of an employee's department from the top, 运营中心 / 亚马逊事业部; null for a person without one. */
export const departmentPath = sql`(
  with recursive above (id, parent_id, name, depth) as (
    select id, parent_id, name, 0 from department
    where company_id = employee.company_id and id = employee.department_id
    union all
    select department.id, department.parent_id, department.name, depth + 1
    from above join department on department.company_id = employee.company_id and department.id = above.parent_id
  )
  select string_agg(name, ' / ' order by depth desc) from above)`
