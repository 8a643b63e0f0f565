import { ArrowLeftOutlined } from '@ant-design/icons'
import { matchPath, useLocation } from 'react-router'
import { LinkButton } from '#web/ui/link-button.tsx'
import { lastAddressOf } from './last-addresses.ts'
import { maySee, menu } from './menu/menu.ts'
import { useOperator } from './operator.ts'

/** Above a page below another: leads back to that one as it was left, with its filters and order. */
export function BackToList() {
  const { pathname } = useLocation()
  const self = useOperator()
  const shown = menu.find(({ path }) => matchPath(path, pathname))
  const list = menu.find(({ path }) => path === shown?.under)
  if (!list || !self || !maySee(list, self.roles)) return null
  return (
    <LinkButton className="details-back" look="link" icon={<ArrowLeftOutlined />} to={lastAddressOf(list.path)}>
      {list.name}
    </LinkButton>
  )
}
