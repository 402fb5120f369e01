-- Whether the store of events carries the mark of this installation. 'claimed': a start wanted to use the store and has not
-- marked it yet, so there are no events. 'unmarked': there may be events, of an earlier version. 'marked': the mark must be there.
alter table event_store add column standing text not null default 'unmarked'
  check (standing in ('claimed', 'unmarked', 'marked'));
