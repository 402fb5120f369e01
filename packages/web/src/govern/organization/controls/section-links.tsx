export function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-')
}

/** Links to the sections of a long form, beside it if there is room. */
export function SectionLinks({ titles }: { titles: readonly string[] }) {
  return (
    <nav aria-label="Parts of the controls" className="sticky top-7 hidden h-fit w-52 shrink-0 xl:block">
      <ul className="border-l border-line text-[13px]">
        {titles.map((title) => (
          <li key={title}>
            <a
              href={`#${anchorOf(title)}`}
              className="-ml-px block border-l border-transparent py-1 pl-3 text-muted hover:border-accent hover:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
