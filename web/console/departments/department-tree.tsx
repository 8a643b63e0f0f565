import { SearchOutlined } from '@ant-design/icons'
import { Tree } from 'antd'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { count } from '#web/ui/format.ts'
import type { Position } from './tree.ts'
import {
  type DepartmentNode,
  type DepartmentTree as Departments,
  matching,
  placementProblem,
  positionAt,
} from './tree.ts'

interface DepartmentTreeProps {
  tree: Departments
  /** A department's id, or `none`, or undefined for everyone. */
  chosen: string | undefined
  choose: (id: string | undefined) => void
  everybody: number
  without: number
  /** Absent for users who may not change the departments. */
  move: ((id: string, position: Position) => void) | undefined
}

interface TreeNode {
  key: string
  title: string
  people: number
  children: TreeNode[]
}

const nodeOf = ({ dept_id, name, people_in_all, children }: DepartmentNode): TreeNode => ({
  key: dept_id,
  title: name,
  people: people_in_all,
  children: children.map(nodeOf),
})

const keysOf = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap(({ key, children }) => [key, ...keysOf(children)])

/** Departments can be moved and ordered by dragging; the menu of the selected one offers the same. */
export function DepartmentTree({ tree, chosen, choose, everybody, without, move }: DepartmentTreeProps) {
  const [words, setWords] = useState('')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const nodes = useMemo(() => matching(tree.roots, words).map(nodeOf), [tree, words])
  const keys = keysOf(nodes)
  const active = useRef<string | null>(null)
  /** Enter chooses as a click does; antd's would fold a department with others below it, which the arrows do. */
  function chooseByEnter(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !active.current) return
    event.preventDefault()
    event.stopPropagation()
    choose(active.current)
  }
  const fixed = [
    { id: undefined, name: '全部员工', people: everybody },
    { id: 'none', name: '未分配部门', people: without },
  ]
  return (
    <nav className="department-nav" aria-label="部门">
      <span className="search-filter">
        <SearchOutlined />
        <input
          type="search"
          aria-label="搜索部门"
          placeholder="搜索部门"
          value={words}
          onChange={event => setWords(event.target.value)}
        />
      </span>
      <ul className="department-fixed">
        {fixed.map(({ id, name, people }) => (
          <li key={name}>
            <button type="button" aria-current={chosen === id ? 'true' : undefined} onClick={() => choose(id)}>
              <span>{name}</span>
              <span className="department-count">{count(people)}</span>
            </button>
          </li>
        ))}
      </ul>
      {nodes.length > 0 ? (
        <div onKeyDownCapture={chooseByEnter}>
          <Tree<TreeNode>
            className="department-tree"
            aria-label="部门结构"
            onActiveChange={key => {
              active.current = key as string | null
            }}
            blockNode
            treeData={nodes}
            selectedKeys={chosen ? [chosen] : []}
            // Matching departments are shown even inside a collapsed one.
            expandedKeys={words ? keys : keys.filter(key => !folded.has(key))}
            onExpand={open => setFolded(new Set(keys.filter(key => !open.includes(key))))}
            onSelect={(_, { node }) => choose(node.key)}
            draggable={words || !move ? false : { icon: false }}
            allowDrop={({ dragNode, dropNode, dropPosition }) =>
              placementProblem(
                tree,
                dragNode.key,
                dropPosition === 0 ? dropNode.key : (tree.byId.get(dropNode.key)?.parent_id ?? null),
              ) === undefined
            }
            onDrop={({ node, dragNode, dropPosition, dropToGap }) => {
              const place = Number(node.pos.split('-').at(-1))
              const where = !dropToGap ? 'inside' : dropPosition < place ? 'before' : 'after'
              move?.(dragNode.key, positionAt(tree, dragNode.key, where, node.key))
            }}
            titleRender={({ title, people }) => (
              <span className="department-title">
                <span>{title}</span>
                <span className="department-count">{count(people)}</span>
              </span>
            )}
          />
        </div>
      ) : (
        <p className="quiet">
          {words ? `没有名称含“${words}”的部门` : `还没有部门${move ? '，可以点“新建部门”添加' : ''}`}
        </p>
      )}
    </nav>
  )
}
