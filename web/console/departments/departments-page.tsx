import './departments.css'
import { PlusOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { api } from '#web/data/api.ts'
import { useMay } from '#web/data/may.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { May } from '#web/ui/may.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { DepartmentHead } from './department-head.tsx'
import { DepartmentPeople } from './department-people.tsx'
import { DepartmentSide } from './department-side.tsx'
import { DepartmentTree } from './department-tree.tsx'
import type { Move } from './move-dialog.tsx'
import { peopleFields } from './people-fields.ts'
import type { DepartmentNode, Position } from './tree.ts'
import { useDepartments } from './use-departments.ts'

const DepartmentForm = idlePart(async () => (await import('./department-form.tsx')).DepartmentForm)
const MoveDialog = idlePart(async () => (await import('./move-dialog.tsx')).MoveDialog)
const DeleteDialog = idlePart(async () => (await import('./delete-dialog.tsx')).DeleteDialog)

type Question =
  | { kind: 'form'; department?: DepartmentNode; parentId: string | null }
  | { kind: 'delete'; department: DepartmentNode }
  | ({ kind: 'move' } & Move)

export function DepartmentsPage() {
  const { data, tree, refused, reload } = useDepartments()
  const at = useListAddress(peopleFields)
  const requested = useDialog<Question>()
  const mayChange = useMay()('setDepartment')
  const [version, setVersion] = useState(0)
  const moved = () => {
    reload()
    setVersion(before => before + 1)
  }
  const sorting = useSubmission({
    call: api.setDepartment,
    message: (_, { dept_id }) => `已移动“${tree.byId.get(dept_id ?? '')?.name ?? ''}”`,
    outdatedBy: 'any',
    done: moved,
  })
  if (refused && !data) return <Failure refused={refused} retry={reload} />

  const { dept_id, without_dept } = at.filters
  const department = tree.byId.get(dept_id ?? '')
  const chosen = department?.dept_id ?? (without_dept ? 'none' : undefined)
  const everybody = tree.roots.reduce((sum, { people_in_all }) => sum + people_in_all, data?.people_without ?? 0)
  const choose = (id: string | undefined) =>
    at.filter({
      dept_id: id === 'none' ? undefined : id,
      without_dept: id === 'none' ? true : undefined,
      keyword: undefined,
    })

  // Reordering among siblings changes no one's access; another parent may.
  function move(dept_id: string, position: Position) {
    const department = tree.byId.get(dept_id)
    if (department && department.parent_id !== position.parent_id)
      requested.show({ kind: 'move', department, position })
    else void sorting.submit({ dept_id, ...position })
  }

  const { subject: question } = requested
  const dialog = { open: requested.open, close: requested.close }
  return (
    <>
      <ListHead title="部门" text={mayChange && '最多五级；拖动部门可以移动与排序，也可以用所选部门的菜单。'}>
        <May call="setDepartment">
          <Button
            look="primary"
            icon={<PlusOutlined />}
            onClick={() => requested.show({ kind: 'form', parentId: null })}
          >
            新建部门
          </Button>
        </May>
      </ListHead>
      <div className="departments">
        <DepartmentSide name={department?.name ?? (without_dept ? '未分配部门' : '全部员工')}>
          {data ? (
            <DepartmentTree
              tree={tree}
              chosen={chosen}
              choose={choose}
              everybody={everybody}
              without={data.people_without}
              move={mayChange ? move : undefined}
            />
          ) : (
            <Skeleton rows={8} title={false} />
          )}
        </DepartmentSide>
        <div className="department-main">
          <DepartmentHead
            tree={tree}
            department={department}
            title={without_dept ? '未分配部门' : '全部员工'}
            people={without_dept ? (data?.people_without ?? 0) : everybody}
            create={() => requested.show({ kind: 'form', parentId: department?.dept_id ?? null })}
            edit={node => requested.show({ kind: 'form', department: node, parentId: node.parent_id })}
            remove={node => requested.show({ kind: 'delete', department: node })}
            move={move}
          />
          {data && (
            <DepartmentPeople
              key={version}
              at={at}
              tree={tree}
              total={everybody}
              name={department?.name ?? (without_dept ? '未分配部门' : '全部员工')}
              changed={reload}
            />
          )}
        </div>
      </div>
      {question?.kind === 'form' && (
        <DepartmentForm
          key={requested.key}
          {...dialog}
          tree={tree}
          department={question.department}
          parentId={question.parentId}
          done={id => {
            reload()
            choose(id)
          }}
        />
      )}
      {question?.kind === 'move' && (
        <MoveDialog key={requested.key} {...dialog} tree={tree} move={question} done={moved} />
      )}
      {question?.kind === 'delete' && (
        <DeleteDialog
          key={requested.key}
          {...dialog}
          department={question.department}
          done={() => {
            reload()
            choose(question.department.parent_id ?? undefined)
          }}
        />
      )}
    </>
  )
}
