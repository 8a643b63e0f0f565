import { Select } from 'antd'
import { Link, useNavigate } from 'react-router'
import type { OperationOutput } from '#contract/operations/index.ts'
import { categoryPath } from '../paths.ts'

export type ListedCategory = OperationOutput<'getCatalogueTree'>['list'][number]

/** Builds the first level, each category with its children; archived ones come last. */
export const treeOf = (list: readonly ListedCategory[]) =>
  list
    .filter(({ parent_id }) => parent_id === null)
    .map(category => ({ category, children: list.filter(({ parent_id }) => parent_id === category.category_id) }))

interface CategoryTreeProps {
  list: readonly ListedCategory[]
  chosen: string | undefined
}

const Entry = ({ category, chosen }: { category: ListedCategory; chosen: string | undefined }) => (
  <Link
    to={categoryPath(category.category_id)}
    aria-current={category.category_id === chosen ? 'page' : undefined}
    data-archived={category.archived ? '' : undefined}
  >
    <span>{category.name}</span>
    <span className="quiet">{category.archived ? '已归档' : category.goods || ''}</span>
  </Link>
)

/** On the left in wide windows, and a select above the goods in narrow ones. */
export function CategoryTree({ list, chosen }: CategoryTreeProps) {
  const navigate = useNavigate()
  const tree = treeOf(list)
  return (
    <>
      <nav className="category-tree" aria-label="商品分类">
        <ul>
          {tree.map(({ category, children }) => (
            <li key={category.category_id}>
              <Entry category={category} chosen={chosen} />
              {children.length > 0 && (
                <ul>
                  {children.map(child => (
                    <li key={child.category_id}>
                      <Entry category={child} chosen={chosen} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </nav>
      <Select
        className="category-choice"
        aria-label="商品分类"
        value={chosen}
        onChange={id => void navigate(categoryPath(id))}
        options={tree.flatMap(({ category, children }) =>
          [category, ...children].map(each => ({
            value: each.category_id,
            label: `${each.parent_id ? '　' : ''}${each.name}${each.archived ? '（已归档）' : ''}`,
          })),
        )}
      />
    </>
  )
}
