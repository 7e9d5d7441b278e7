module Auto

type Person(seed: int) =
    member val Plain = 1 with get, set //@ auto
    member _.Computed = seed + 1 //@ computed
