import { Pagination, type PaginationProps } from 'antd'
import { cloneElement, isValidElement } from 'react'

type Step = Parameters<NonNullable<PaginationProps['itemRender']>>[1]

const names: Record<Exclude<Step, 'page'>, string> = {
  prev: '上一页',
  next: '下一页',
  'jump-prev': '向前 5 页',
  'jump-next': '向后 5 页',
}

/** antd's steps are drawn as icons alone: each gets its name. */
export const Pages = (props: PaginationProps) => (
  <Pagination
    {...props}
    itemRender={(_page, step, element) =>
      step !== 'page' && isValidElement<{ 'aria-label'?: string }>(element)
        ? cloneElement(element, { 'aria-label': names[step] })
        : element
    }
  />
)
