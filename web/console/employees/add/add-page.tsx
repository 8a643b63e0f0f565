import '../employees.css'
import './add.css'
import '#web/ui/page-tabs.css'
import { Link, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { employeeStateNames, invitationDays, invitationHours } from '#contract/people.ts'
import { useMay } from '#web/data/may.ts'
import { uuid, withParameters } from '#web/ui/list/address.ts'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { BackButton } from '../../back-button.tsx'
import { ImportSheet } from './import-sheet.tsx'
import { WriteRows } from './write-rows.tsx'

const ways = [
  { way: null, name: '逐个填写', call: 'addCompanyUser' },
  { way: 'import', name: '表格导入', call: 'commitEmployeeImport' },
] as const

export function AddPage() {
  const [search] = useSearchParams()
  const may = useMay()
  const open = ways.filter(({ call }) => may(call))
  // A user who adds people to a department keeps it in both ways of adding.
  const deptId = uuid(search.get('dept_id') ?? '') ?? null
  const addressOf = (way: string | null) => ({
    pathname: paths.addEmployee,
    search: `${withParameters(search, { way: way ?? undefined, import: undefined })}`,
  })
  const shown = open.find(({ way }) => way === search.get('way'))?.way ?? null
  return (
    <>
      <BackButton className="add-back" to={paths.employees}>
        员工与时长
      </BackButton>
      <ListHead
        title="添加员工"
        text={`对方会收到邀请，先显示为“${employeeStateNames.invited}”，本人同意后成为员工。短信里的链接 ${invitationHours} 小时内有效，之后仍可登录答复；${invitationDays} 天内未答复即失效，可再次邀请。`}
      />
      <nav className="page-tabs" aria-label="添加方式">
        {open.map(({ way, name }) => (
          <Link key={name} to={addressOf(way)} aria-current={way === shown ? 'page' : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      {shown === 'import' ? <ImportSheet /> : <WriteRows key={deptId} deptId={deptId} />}
    </>
  )
}
