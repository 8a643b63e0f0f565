import { Pagination, type PaginationProps } from 'antd'
import { cloneElement, isValidElement } from 'react'

type Step = Parameters<NonNullable<PaginationProps['itemRender']>>[1]

const names: Record<Exclude<Step, 'page'>, string> = {
  prev: '上一页',
  next: '下一页',
  'jump-prev': '向前 5 页',
  'jump-next': '向后 5 页',
}

interface Named {
  'aria-label'?: string
  role?: string
}

/**
 * antd draws the pager's steps as icons alone. Each gets a name, and the ones that are links without an href get the
 * role of a button.
 */
export const Pages = (props: PaginationProps) => (
  <Pagination
    {...props}
    itemRender={(_page, step, element) =>
      step !== 'page' && isValidElement<Named>(element)
        ? cloneElement(element, { 'aria-label': names[step], ...(element.type === 'a' && { role: 'button' }) })
        : element
    }
  />
)
