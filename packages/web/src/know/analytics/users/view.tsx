import { csvOf } from '../../../charts/data-table.ts'
import { saveFile } from '../../../charts/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { exact } from '../../../ui/numbers.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import { Empty, Failure, Skeleton } from '../../../ui/states.tsx'
import { AnalyticsPage } from '../analytics-page.tsx'
import type { PersonTotals } from './person-totals.ts'
import { type Column, columns, nameOfPerson } from './sort-people.ts'
import { UsersTable } from './table.tsx'

interface UsersViewProps {
  readonly people: readonly PersonTotals[] | undefined
  readonly total: number
  readonly isWhole: boolean
  readonly error: unknown
  readonly onRetry: () => void
  readonly text: string
  readonly onText: (text: string) => void
  readonly sort: Column
  readonly isAscending: boolean
  readonly onSort: (column: Column) => void
}

export function UsersView(props: UsersViewProps) {
  const { people, total, isWhole, error, text, onText } = props
  return (
    <AnalyticsPage title="Users">
      <div className="flex flex-wrap items-center gap-3">
        <SearchField label="Search people" placeholder="Search people" value={text} onText={onText} />
        <p role="status" className="tabular text-[13px] text-muted">
          {people && (text ? `${exact(people.length)} of ${exact(total)} people` : `${exact(total)} active people`)}
          {people && !isWhole && !error && ', still loading'}
        </p>
        <span className="flex-1" />
        <Button
          icon="download"
          disabled={!people}
          onClick={() => people && saveFile('users.csv', 'text/csv', csv(people))}
        >
          CSV
        </Button>
      </div>
      {error ? (
        <Failure error={error} retry={props.onRetry} />
      ) : !people ? (
        <Skeleton className="h-96" />
      ) : people.length === 0 ? (
        <div className="card">
          <Empty icon="users" title={text ? 'Nobody is called that' : 'Nobody was active on these days'} />
        </div>
      ) : (
        <UsersTable {...props} people={people} />
      )}
    </AnalyticsPage>
  )
}

function csv(people: readonly PersonTotals[]): string {
  return csvOf({
    columns: columns.map(([, label]) => label),
    rows: people.map((person) =>
      columns.map(([column]) => (column === 'name' ? nameOfPerson(person) : person[column])),
    ),
  })
}
