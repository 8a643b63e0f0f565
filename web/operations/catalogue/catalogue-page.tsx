import '#web/ui/page-tabs.css'
import './catalogue.css'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Empty } from '#web/ui/list/data-list.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { PageWait } from '#web/ui/page-wait.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { shelfLooks } from '#web/ui/states.ts'
import { type ChangeDialogProps, useDialog } from '#web/ui/use-dialog.ts'
import { ActButton, ActMenu } from '../act.tsx'
import { api } from '../api.ts'
import { categoryPath, operationsPaths } from '../paths.ts'
import { useOperation } from '../use-operation.ts'
import { CategoryDialog, type CategoryQuestion } from './category-dialog.tsx'
import { CategoryTree, type ListedCategory } from './category-tree.tsx'
import { GoodsPanel } from './goods-panel.tsx'
import { PackagesPanel } from './packages-panel.tsx'

export function CataloguePage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { data, refused, reload } = useOperation('getCatalogueTree', {})
  const edited = useDialog<CategoryQuestion>()
  const archiving = useDialog<ListedCategory>()
  if (refused && !data) return <Failure refused={refused} retry={reload} />
  if (!data) return <PageWait />
  const categoryId = search.get('category')
  const category =
    data.list.find(({ category_id }) => category_id === categoryId) ??
    data.list.find(({ goods, archived }) => goods > 0 && !archived) ??
    data.list[0]
  return (
    <>
      <ListHead title="商品" text="分类、商品、规格与套餐。价格与折扣按审批规则由另一位操作员确认后才会改变。">
        <LinkButton to={operationsPaths.prices}>调价记录</LinkButton>
        <ActButton onClick={() => edited.show({ category: undefined, parent: undefined })}>新建一级分类</ActButton>
      </ListHead>
      {category ? (
        <div className="catalogue">
          <CategoryTree list={data.list} chosen={category.category_id} />
          <section className="catalogue-main" aria-labelledby="category-name">
            <CategoryHead
              category={category}
              edit={() => edited.show({ category, parent: undefined })}
              add={category.parent_id ? undefined : () => edited.show({ category: undefined, parent: category })}
              archive={() => archiving.show(category)}
            />
            <CategoryTabs category={category} shown={search.get('tab')} />
            {search.get('tab') === 'packages' ? (
              <PackagesPanel key={category.category_id} category={category} changed={reload} />
            ) : (
              <GoodsPanel
                key={category.category_id}
                category={category}
                chosen={search.get('goods') ?? undefined}
                changed={reload}
              />
            )}
          </section>
        </div>
      ) : (
        <Empty
          title="还没有商品分类"
          text="先新建一级分类，再在其下新建分类与商品。"
          action={
            <ActButton onClick={() => edited.show({ category: undefined, parent: undefined })}>新建一级分类</ActButton>
          }
        />
      )}
      {edited.subject && (
        <CategoryDialog
          key={`edit-${edited.key}`}
          question={edited.subject}
          {...edited.props}
          done={id => {
            reload()
            void navigate(categoryPath(id))
          }}
        />
      )}
      {archiving.subject && (
        <ArchiveDialog
          key={`archive-${archiving.key}`}
          category={archiving.subject}
          {...archiving.props}
          done={reload}
        />
      )}
    </>
  )
}

interface CategoryHeadProps {
  category: ListedCategory
  edit: () => void
  add: (() => void) | undefined
  archive: () => void
}

const CategoryHead = ({ category, edit, add, archive }: CategoryHeadProps) => (
  <header className="category-head">
    <div>
      <h2 id="category-name">
        {category.name} {category.archived && <StateTag state={shelfLooks.archived} />}
      </h2>
      <p className="quiet">
        {category.code}
        {category.about && ` · ${category.about}`}
      </p>
    </div>
    <ActMenu
      label={`分类“${category.name}”的操作`}
      actions={[
        { key: 'edit', label: '修改分类', run: edit },
        ...(add && !category.archived ? [{ key: 'add', label: '新建下级分类', run: add }] : []),
        null,
        category.archived
          ? { key: 'restore', label: '恢复分类', run: archive }
          : { key: 'archive', label: '归档分类', danger: true, run: archive },
      ]}
    />
  </header>
)

const CategoryTabs = ({ category, shown }: { category: ListedCategory; shown: string | null }) => (
  <nav className="page-tabs" aria-label={`${category.name}的内容`}>
    <Link to={categoryPath(category.category_id)} aria-current={shown === 'packages' ? undefined : 'page'}>
      商品与规格
    </Link>
    <Link
      to={categoryPath(category.category_id, { tab: 'packages' })}
      aria-current={shown === 'packages' ? 'page' : undefined}
    >
      套餐{category.packages > 0 && ` ${category.packages}`}
    </Link>
  </nav>
)

interface ArchiveDialogProps extends ChangeDialogProps {
  category: ListedCategory
}

function ArchiveDialog({ category, ...dialog }: ArchiveDialogProps) {
  const archived = !category.archived
  const title = archived ? '归档分类' : '恢复分类'
  return (
    <ConfirmDialog
      title={title}
      okText={title}
      danger={archived}
      {...dialog}
      call={api.archiveCatalogueCategory}
      input={{ category_id: category.category_id, archived }}
      message={archived ? `已归档 ${category.name}` : `已恢复 ${category.name}`}
    >
      <p>
        <strong>{category.name}</strong>
        {archived
          ? '：不再出现在价格页与下单页，其中的商品与套餐不能再上架。须先下架其中的商品、停用套餐与优惠券；以后可以恢复。'
          : '：重新出现在分类中；其中的商品与套餐须另行上架。'}
      </p>
    </ConfirmDialog>
  )
}
