import { EditOutlined, MoreOutlined, PlusOutlined } from '@ant-design/icons'
import { departmentDepth } from '#contract/people.ts'
import { Button } from '#web/ui/button.tsx'
import { count } from '#web/ui/format.ts'
import { May } from '#web/ui/may.tsx'
import { MenuButton } from '#web/ui/menu-button.tsx'
import { type DepartmentNode, type DepartmentTree, type Position, stepped } from './tree.ts'

interface DepartmentHeadProps {
  tree: DepartmentTree
  department: DepartmentNode | undefined
  /** The title when no department is selected. */
  title: string
  people: number
  create: () => void
  edit: (department: DepartmentNode) => void
  remove: (department: DepartmentNode) => void
  move: (id: string, position: Position) => void
}

/** The selected department and all actions on it, reachable by keyboard. */
export function DepartmentHead(props: DepartmentHeadProps) {
  const { tree, department, title, people, create, edit, remove, move } = props
  if (!department)
    return (
      <div className="department-head">
        <div>
          <h2>{title}</h2>
          <p className="quiet">{count(people)} 人</p>
        </div>
      </div>
    )
  const { dept_id, name, path, level } = department
  const [up, down] = [stepped(tree, dept_id, -1), stepped(tree, dept_id, 1)]
  const below = department.people_in_all - department.people
  const actions = [
    { key: 'up', label: '上移', disabled: !up, run: () => up && move(dept_id, up) },
    { key: 'down', label: '下移', disabled: !down, run: () => down && move(dept_id, down) },
    { key: 'move', label: '移动到其他部门下', run: () => edit(department) },
    null,
    { key: 'remove', label: '删除部门', danger: true, run: () => remove(department) },
  ]
  return (
    <div className="department-head">
      <div>
        <h2>{name}</h2>
        <p className="quiet">
          {level > 1 && <>{path} · </>}
          {count(department.people)} 人{below > 0 && `，下级部门另有 ${count(below)} 人`}
        </p>
      </div>
      <div className="row">
        <May call="setDepartment">
          <Button icon={<PlusOutlined />} disabled={level >= departmentDepth} onClick={create}>
            新建下级
          </Button>
          <Button icon={<EditOutlined />} onClick={() => edit(department)}>
            修改
          </Button>
        </May>
        <May call="delDepartment">
          <MenuButton label={`${name}的更多操作`} actions={actions}>
            {button => <Button icon={<MoreOutlined />} aria-label={`${name}的更多操作`} {...button} />}
          </MenuButton>
        </May>
      </div>
    </div>
  )
}
