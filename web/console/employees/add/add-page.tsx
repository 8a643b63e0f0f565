import '../employees.css'
import './add.css'
import '#web/ui/page-tabs.css'
import { ArrowLeftOutlined } from '@ant-design/icons'
import { Link, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { ImportSheet } from './import-sheet.tsx'
import { WriteRows } from './write-rows.tsx'

const ways = [
  { way: null, name: '逐个填写' },
  { way: 'import', name: '表格导入' },
]

export function AddPage() {
  const [search] = useSearchParams()
  const shown = search.get('way') === 'import' ? 'import' : null
  return (
    <>
      <LinkButton className="add-back" type="link" icon={<ArrowLeftOutlined />} to={paths.employees}>
        员工与时长
      </LinkButton>
      <ListHead
        title="添加员工"
        text="已注册的手机号立即成为员工；未注册的会收到邀请短信，点开链接设置密码后加入，72 小时内有效。"
      />
      <nav className="page-tabs" aria-label="添加方式">
        {ways.map(({ way, name }) => (
          <Link
            key={name}
            to={way ? `${paths.addEmployee}?way=${way}` : paths.addEmployee}
            aria-current={way === shown ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      {shown === 'import' ? <ImportSheet /> : <WriteRows />}
    </>
  )
}
